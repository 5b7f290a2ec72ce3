-- When a core was told of its update, and when it said that it has it. Null: it waits for its link.
alter table core_updates add column sent_at timestamptz(3);
alter table core_updates add column taken_at timestamptz(3);
update core_updates set sent_at = requested_at, taken_at = requested_at;
create index core_updates_queued on core_updates (organization_id) where state = 'waiting' and taken_at is null;

-- A release for many cores, in stages.
create table core_roll_outs (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  release_id uuid not null,
  version text not null,
  platform text not null,
  arch text not null,
  state text not null check (state in ('running', 'paused', 'stopped', 'done', 'cancelled')),
  settle_minutes integer not null,
  at_once integer not null,
  -- Minutes of the day at the site of each core; both or neither.
  from_minute integer,
  to_minute integer,
  first_edge_id uuid,
  requested_by text,
  requested_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  primary key (organization_id, id)
);
-- One at a time for each kind of machine.
create unique index core_roll_outs_active on core_roll_outs (organization_id, platform, arch) where state in ('running', 'paused', 'stopped');
call fence_by_organization('core_roll_outs');

create table core_roll_out_cores (
  organization_id uuid not null,
  roll_out_id uuid not null,
  edge_id uuid not null,
  state text not null check (state in ('waiting', 'updating', 'settling', 'updated', 'failed', 'unfit', 'skipped')),
  -- Null until its turn came.
  wave integer,
  update_id uuid,
  cause text,
  changed_at timestamptz(3) not null,
  primary key (organization_id, roll_out_id, edge_id),
  foreign key (organization_id, roll_out_id) references core_roll_outs (organization_id, id) on delete cascade
);
create index on core_roll_out_cores (organization_id, edge_id);
call fence_by_organization('core_roll_out_cores');

-- Organizations with roll-outs that go on or updates that wait, looked for across organizations; therefore not fenced. Whoever holds
-- the row does what is due.
create table core_update_work (
  organization_id uuid primary key references organizations (id) on delete cascade
);
