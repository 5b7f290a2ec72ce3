-- Packages of the software of cores.
create table core_releases (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  version text not null,
  platform text not null,
  arch text not null,
  bytes bigint not null,
  sha256 text not null,
  signed_by text not null,
  -- The manifest without its files.
  facts jsonb not null,
  blob_key text not null,
  uploaded_by text,
  uploaded_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index on core_releases (organization_id, sha256);
call fence_by_organization('core_releases');

-- Updates of cores, as they say themselves how far they are.
create table core_updates (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  edge_id uuid not null,
  -- Null: back to the version of before.
  release_id uuid,
  version text not null,
  state text not null,
  progress real not null default 0,
  cause text,
  recording_gap_ms integer,
  requested_by text,
  requested_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index on core_updates (organization_id, edge_id, requested_at);
create unique index core_updates_open on core_updates (organization_id, edge_id) where state in ('waiting', 'fetching', 'checking', 'switching');
call fence_by_organization('core_updates');

-- The right to fetch one package, asked before its organization is known; therefore not fenced. Only hashes are kept.
create table core_update_tickets (
  token_hash bytea primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  update_id uuid not null,
  release_id uuid not null,
  expires_at timestamptz(3) not null
);
