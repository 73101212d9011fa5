create table sessions (id text primary key, data jsonb not null);
