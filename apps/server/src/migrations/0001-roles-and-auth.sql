-- Roles belong to the whole cluster, so another database may have made it already.
do $$
begin
  create role sightline_app nologin nosuperuser nobypassrls;
exception
  when duplicate_object or unique_violation then null;
end
$$;
grant sightline_app to current_user;
grant usage on schema public to sightline_app;
alter default privileges in schema public grant select, insert, update, delete on tables to sightline_app;

-- Tables of the sign-in library: its own names, its own schema. Users are global, so nothing here has an organization.
create schema auth;
grant usage on schema auth to sightline_app;
alter default privileges in schema auth grant select, insert, update, delete on tables to sightline_app;

create table auth."user" (
  "id" text not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null
);
create table auth."session" (
  "id" text not null primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" ("id") on delete cascade
);
create table auth."account" (
  "id" text not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null
);
create table auth."verification" (
  "id" text not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null
);
create index on auth."session" ("userId");
create index on auth."account" ("userId");
create index on auth."verification" ("identifier");

-- Our own rotating tokens: only hashes are kept; they die with their session.
create table auth.refresh_tokens (
  id uuid primary key,
  session_id text not null references auth."session" ("id") on delete cascade,
  token_hash bytea not null unique,
  organization_id uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index on auth.refresh_tokens (session_id);

-- Keys of this installation, encrypted with the master key of the data folder.
create table server_keys (
  name text primary key,
  sealed bytea not null,
  created_at timestamptz(3) not null default now()
);
