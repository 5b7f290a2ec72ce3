-- Ways of signing in at somebody else's: OpenID Connect and SAML, any number per organization.
create table auth_providers (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  kind text not null,
  name text not null,
  is_enabled boolean not null,
  domains text[] not null default '{}',
  admits_new_users boolean not null default false,
  default_group_ids uuid[] not null default '{}',
  -- As the contract has them; the client secret lies sealed beside.
  settings jsonb not null,
  sealed_secret bytea,
  -- What the last attempt to reach it brought; null before the first.
  is_reachable boolean,
  checked_at timestamptz(3),
  failure text,
  created_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  primary key (organization_id, id)
);
call fence_by_organization('auth_providers');

-- Where a provider belongs: the login page knows its id, or a domain, and no organization yet. Not fenced, and so it says no more than that page may show.
create table auth_provider_directory (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  name text not null,
  is_enabled boolean not null,
  domains text[] not null
);
create index on auth_provider_directory using gin (domains);

-- Sign-ins on their way: begun here, not answered yet. `state_hash` goes to the provider and back, `browser_hash` is of a cookie.
create table auth.provider_requests (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id uuid not null,
  organization_id uuid not null,
  -- Who asked to link the provider to the own account, and in which session; null for a sign-in.
  user_id text,
  session_id text references auth."session" ("id") on delete cascade,
  -- PKCE verifier and nonce, or the id of the SAML request.
  sealed bytea not null,
  redirect_url text not null,
  -- What a SAML provider asserted, until the browser that began comes for it.
  sealed_person bytea,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  answered_at timestamptz(3),
  used_at timestamptz(3)
);
create index on auth.provider_requests (expires_at);

-- Codes that a finished sign-in brings to the login page: once, for a minute, for one browser.
create table auth.provider_codes (
  code_hash bytea primary key,
  browser_hash bytea not null,
  provider_id uuid not null,
  organization_id uuid not null,
  user_id text not null references auth."user" ("id") on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index on auth.provider_codes (expires_at);

-- Assertions that were believed once, until they expire by themselves.
create table auth.used_assertions (
  provider_id uuid not null,
  assertion_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (provider_id, assertion_hash)
);
create index on auth.used_assertions (expires_at);

-- An identity at a provider is a row of the sign-in library: "providerId" is ours, "accountId" is issuer and subject.
-- How it came here decides what it may: `linked` by its person, `created` with the account, `matched` by e-mail.
alter table auth."account" add column "origin" text;
alter table auth."account" add column "label" text;
create unique index account_identity on auth."account" ("providerId", "accountId") where "providerId" <> 'credential';
