-- Passkeys of accounts: the public half of keys that devices and password managers keep.
create table auth.passkeys (
  id uuid primary key,
  user_id text not null references auth."user" ("id") on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the key was used, as the device says; 0 where it does not count.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  is_synced boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_user on auth.passkeys (user_id);

-- A question to a browser that waits for its answer. Without a person: a sign-in, of nobody knows whom.
create table auth.passkey_ceremonies (
  token_hash bytea primary key,
  user_id text references auth."user" ("id") on delete cascade,
  challenge text not null,
  expires_at timestamptz(3) not null
);
create index passkey_ceremonies_expiry on auth.passkey_ceremonies (expires_at);
