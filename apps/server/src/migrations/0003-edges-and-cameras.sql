create table edges (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  deleted_at timestamptz(3),
  claimed_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Actual state, as the link sees it.
  is_linked boolean not null default false,
  state_since timestamptz(3),
  last_seen_at timestamptz(3),
  version text,
  hostname text,
  capabilities jsonb not null default '[]',
  health jsonb,
  clock_offset_ms double precision,
  -- Operations are numbered per core without holes.
  last_operation bigint not null default 0,
  applied_operation bigint not null default 0,
  applied_content_hash text,
  primary key (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
create index on edges (organization_id, location_id);
call fence_by_organization('edges');

-- Who a core is, asked before its organization is known; therefore not fenced and without anything else in it.
create table edge_identities (
  edge_id uuid primary key,
  organization_id uuid not null,
  public_key text not null,
  claimed_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);

create table claim_codes (
  code_hash bytea primary key,
  organization_id uuid not null,
  edge_id uuid not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index on claim_codes (edge_id);

create table edge_cursors (
  organization_id uuid not null,
  edge_id uuid not null,
  epoch uuid not null,
  last_sequence bigint not null default 0,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, edge_id, epoch)
);
call fence_by_organization('edge_cursors');

create table core_notices (
  organization_id uuid not null,
  edge_id uuid not null,
  epoch uuid not null,
  sequence bigint not null,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  code text not null,
  detail text not null,
  primary key (organization_id, edge_id, epoch, sequence)
);
call fence_by_organization('core_notices');

-- Sealed values, opened only when a core is told or a test needs them.
create table secrets (
  organization_id uuid not null,
  id uuid not null,
  sealed bytea not null,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
call fence_by_organization('secrets');

create table cameras (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  edge_id uuid not null,
  location_id uuid not null,
  name text not null,
  username text not null default '',
  has_password boolean not null default false,
  secret_id uuid not null,
  credentials_version integer not null default 1,
  recording_mode text not null,
  retention_days integer not null,
  retention_bytes bigint,
  created_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  applied_revision integer not null default 0,
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, edge_id) references edges (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
create index on cameras (organization_id, edge_id);
create index on cameras (organization_id, location_id);
call fence_by_organization('cameras');

create table camera_streams (
  organization_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  edge_id uuid not null,
  kind text not null,
  url text not null,
  -- The address in one spelling, so that one stream is not pulled twice by one core.
  url_key text not null,
  transport text not null,
  driver text not null,
  deleted_at timestamptz(3),
  -- Actual state, as the core last said.
  format jsonb,
  state text not null default 'connecting',
  cause text,
  state_since timestamptz(3) not null default now(),
  is_recording boolean not null default false,
  recording_cause text,
  recording_since timestamptz(3) not null default now(),
  reported_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade
);
create unique index camera_streams_address on camera_streams (organization_id, edge_id, url_key) where deleted_at is null;
create unique index camera_streams_kind on camera_streams (organization_id, camera_id, kind) where deleted_at is null;
call fence_by_organization('camera_streams');

create table operations (
  organization_id uuid not null,
  edge_id uuid not null,
  sequence bigint not null,
  entity text not null,
  entity_id uuid not null,
  revision integer not null,
  created_at timestamptz(3) not null default now(),
  applied_at timestamptz(3),
  primary key (organization_id, edge_id, sequence),
  foreign key (organization_id, edge_id) references edges (organization_id, id) on delete cascade
);
create index on operations (organization_id, edge_id, sequence) where applied_at is null;
call fence_by_organization('operations');

create table gaps (
  organization_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  stream_id uuid not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  cause text not null,
  received_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index on gaps (organization_id, camera_id, from_at);
call fence_by_organization('gaps');

create table exports (
  organization_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  edge_id uuid not null,
  stream text not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  state text not null,
  progress double precision not null default 0,
  failure text,
  bytes bigint,
  sha256 text,
  gaps jsonb not null default '[]',
  blob_key text,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade
);
create index on exports (organization_id, created_at desc, id desc);
call fence_by_organization('exports');
