-- Mails wait here, sealed, because they hold links that are as good as a password for a while.
create table mails (
  id uuid primary key,
  -- Null once it was sent.
  sealed bytea,
  created_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null,
  attempts integer not null default 0,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  last_failure text
);
create index on mails (due_at) where sent_at is null and failed_at is null;

-- How a session came to be. No provider: by password. A provider of an organization opens that organization alone.
alter table auth."session"
  add column auth_provider_id text,
  add column provider_organization_id uuid,
  -- When the second factor was shown.
  add column mfa_at timestamptz(3);

-- Secrets of mailed links: only hashes are kept, each works once.
create table auth.account_links (
  token_hash bytea primary key,
  user_id text not null references auth."user" ("id") on delete cascade,
  kind text not null check (kind in ('verify', 'reset', 'changeEmail')),
  -- The address that the link proves.
  email text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index on auth.account_links (user_id, kind);

-- Wrong passwords and codes, counted by the hash of what was tried, whether such an account exists or not.
create table auth.failures (
  key_hash bytea primary key,
  count integer not null,
  since timestamptz(3) not null,
  locked_until timestamptz(3)
);

create table auth.mfa_methods (
  id uuid primary key,
  user_id text not null references auth."user" ("id") on delete cascade,
  name text not null,
  sealed bytea not null,
  -- Number of the 30 s step whose code was taken last: no code works twice.
  last_counter bigint not null default 0,
  created_at timestamptz(3) not null,
  verified_at timestamptz(3),
  last_used_at timestamptz(3)
);
create index on auth.mfa_methods (user_id);

create table auth.mfa_backup_codes (
  user_id text not null references auth."user" ("id") on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- A sign-in that waits for its second factor.
create table auth.mfa_challenges (
  token_hash bytea primary key,
  user_id text not null references auth."user" ("id") on delete cascade,
  auth_provider_id text,
  provider_organization_id uuid,
  wrong integer not null default 0,
  expires_at timestamptz(3) not null
);

-- Until when the token of a kind of media runs; the token itself is minted anew from this.
create table auth.media_tokens (
  user_id text not null references auth."user" ("id") on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, organization_id, kind)
);

create table api_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  prefix text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (organization_id, id)
);
call fence_by_organization('api_keys');

-- Says whose a key is before any organization is known. Not fenced; dies with its key.
create table api_key_directory (
  prefix text primary key,
  organization_id uuid not null,
  id uuid not null,
  foreign key (organization_id, id) references api_keys (organization_id, id) on delete cascade
);

create table login_firewalls (
  organization_id uuid primary key references organizations (id) on delete cascade,
  is_enabled boolean not null,
  -- [{ id, cidr, note, createdAt }] in the order of the screen.
  rules jsonb not null default '[]',
  break_glass_until timestamptz(3),
  revision integer not null default 0
);
call fence_by_organization('login_firewalls');
