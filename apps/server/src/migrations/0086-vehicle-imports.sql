-- Files of vehicles that somebody sent. The file itself lies in the blobs until the work on it ends; `done` rows of it are
-- worked through, so that the work goes on where another process left it.
create table vehicle_imports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  state text not null default 'sending' check (state in ('sending', 'waiting', 'running', 'done', 'canceled', 'failed')),
  cause text check (cause in ('unreadable', 'noPlates', 'tooManyLines')),
  lines integer,
  done integer not null default 0,
  inserted integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_by text not null,
  session_id text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);
call fence_by_organization('vehicle_imports');

-- Lines that were not taken, the first thousand of each file.
create table vehicle_import_faults (
  organization_id uuid not null,
  import_id uuid not null,
  line integer not null,
  plate text not null,
  fault text not null,
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references vehicle_imports (organization_id, id) on delete cascade
);
call fence_by_organization('vehicle_import_faults');
