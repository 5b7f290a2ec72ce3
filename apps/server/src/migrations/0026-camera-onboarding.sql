-- What cores found in their networks, for the person who asked.
create table camera_scans (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  edge_id uuid not null,
  created_by text not null,
  state text not null check (state in ('running', 'finished', 'cancelled', 'failed')),
  cause text,
  probes_subnet boolean not null,
  started_at timestamptz(3) not null,
  ends_by timestamptz(3) not null,
  devices jsonb not null default '[]',
  is_cut boolean not null default false,
  primary key (organization_id, id)
);
-- A core looks for cameras once at a time.
create unique index camera_scans_running on camera_scans (organization_id, edge_id) where state = 'running';
create index on camera_scans (organization_id, created_by, edge_id, started_at);
call fence_by_organization('camera_scans');

-- Lists of cameras that somebody brought, and their rows.
create table camera_imports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('scan', 'file')),
  file_name text not null,
  edge_id uuid not null,
  location_id uuid not null,
  settings jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  -- Why the work ended before all was done.
  cause text,
  primary key (organization_id, id)
);
create index on camera_imports (organization_id, created_by, created_at);
call fence_by_organization('camera_imports');

create table camera_import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  line integer not null,
  name text not null,
  host text not null,
  port integer not null,
  url text not null,
  username text not null,
  -- User name and password; gone once the camera is made.
  sealed bytea,
  state text not null check (state in ('open', 'created', 'failed')),
  -- What is to be done with the row, or was done last.
  wanted text check (wanted in ('test', 'create')),
  last_action text check (last_action in ('test', 'create')),
  cause text,
  -- Columns of the file that are wrong: such a row cannot succeed.
  fields text[] not null default '{}',
  test jsonb,
  has_snapshot boolean not null default false,
  camera_id uuid,
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references camera_imports (organization_id, id) on delete cascade
);
create index camera_import_rows_waiting on camera_import_rows (organization_id, import_id, line) where wanted is not null;
call fence_by_organization('camera_import_rows');

-- Which lists are worked on, and when each is thrown away. Ids and times only, because one job works for all.
create table camera_import_work (
  organization_id uuid not null references organizations (id) on delete cascade,
  import_id uuid not null,
  -- Whose rights the work has.
  session_id uuid not null,
  is_wanted boolean not null default false,
  -- When a process last worked on it.
  beat_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (organization_id, import_id)
);
create index on camera_import_work (is_wanted) where is_wanted;
