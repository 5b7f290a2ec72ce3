-- Places that are doors or may be some. An unsaved one was told by its core; the core has its id.
create table doors (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  camera_id uuid not null,
  name text not null default '',
  is_saved boolean not null,
  -- A person said which of its looks is closed; the core is told of them then.
  is_confirmed boolean not null default false,
  area jsonb not null,
  -- What the core made of the two looks that are believed to be closed and open, with the names of their pictures.
  close_signature text,
  open_signature text,
  close_state text,
  open_state text,
  told_at timestamptz(3) not null,
  -- Of an unsaved one that somebody removed: it is only known so that looks of before do not bring it back.
  removed_at timestamptz(3),
  -- How it is, as its core told last.
  state text check (state in ('closed', 'ajar', 'open', 'blocked', 'unsure')),
  state_at timestamptz(3),
  state_revision integer not null default 0,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  check (num_nonnulls(close_signature, open_signature, close_state, open_state) in (0, 4)),
  check (num_nonnulls(state, state_at) in (0, 2)),
  check (removed_at is null or not is_saved),
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade
);
create index on doors (organization_id, camera_id);
call fence_by_organization('doors');

-- How doors were; each holds until the next of the same door.
create table door_states (
  organization_id uuid not null,
  door_id uuid not null,
  at timestamptz(3) not null,
  revision integer not null,
  state text not null check (state in ('closed', 'ajar', 'open', 'blocked', 'unsure')),
  primary key (organization_id, door_id, at, revision),
  foreign key (organization_id, door_id) references doors (organization_id, id) on delete cascade
);
-- For throwing away what is old.
create index on door_states using brin (at);
call fence_by_organization('door_states');

-- Files of pictures, kept longer than their doors so that each is erased: below `o/<organization>/training/<core>/<camera>/`.
create table door_pictures (
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  door_id uuid not null,
  edge_id uuid not null,
  camera_id uuid not null,
  written_at timestamptz(3) not null,
  primary key (organization_id, name)
);
create index on door_pictures (organization_id, door_id);
call fence_by_organization('door_pictures');
