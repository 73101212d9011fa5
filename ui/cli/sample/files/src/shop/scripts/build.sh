#!/bin/sh
esbuild src/main.ts --bundle --outdir=dist
