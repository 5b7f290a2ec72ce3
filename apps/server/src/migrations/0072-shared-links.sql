-- What a link that somebody was given leads to, asked before its organization is known; therefore not fenced. Only hashes are kept.
-- A link that is taken back has no row any more.
create table shared_links (
  token_hash bytea primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- What it shows: each kind has a table of its own, in which this id is.
  kind text not null,
  id uuid not null,
  expires_at timestamptz(3) not null
);
create index on shared_links (organization_id, id);
create index on shared_links (expires_at);

-- Links to the clips of alerts. They stay in the list of their alert when they are over.
create table alert_links (
  organization_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  camera_id uuid not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_by_name text,
  open_count integer not null default 0,
  last_opened_at timestamptz(3),
  last_opened_from text,
  -- The file, once its core was asked for it, and what the camera hid then.
  export_id uuid,
  hidden text,
  -- When the core was asked last, and why nothing came of it.
  asked_at timestamptz(3),
  failure text,
  primary key (organization_id, id),
  foreign key (organization_id, alert_id) references alerts (organization_id, id) on delete cascade
);
create index on alert_links (organization_id, alert_id, id);
call fence_by_organization('alert_links');
