#!/bin/sh
echo "staging.example.com: 3 services would be replaced"
