-- Vehicles that an organization knows. `plate` is as people write it, in lower case; `key` is how plates are compared
-- (packages/domain/src/vehicles/plate-key.ts), `confused` the same with signs folded that readers mistake for each other.
create table vehicles (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  plate text not null,
  key text collate "C" not null,
  confused text collate "C" not null,
  owner text,
  make text,
  color text,
  -- The beginning of time: never seen. Not null, so that one index orders them.
  seen_at timestamptz(3) not null default 'epoch',
  edge_id uuid,
  camera_id uuid,
  location_id uuid,
  revision integer not null default 1,
  primary key (organization_id, id)
);
create unique index vehicles_key on vehicles (organization_id, key);
create index vehicles_by_sight on vehicles (organization_id, seen_at, id);
create index vehicles_confused on vehicles (organization_id, confused);
create index vehicles_of_make on vehicles (organization_id, make, key) where make is not null;
create index vehicles_of_color on vehicles (organization_id, color, key) where color is not null;
create index vehicles_of_location on vehicles (organization_id, location_id, key) where location_id is not null;
call fence_by_organization('vehicles');

-- By the beginnings of which words a vehicle is found: the ends of its key, and the words of owner and make. The row-level
-- fence lets no trigram index be used.
create table vehicle_words (
  organization_id uuid not null,
  word text collate "C" not null,
  vehicle_id uuid not null,
  primary key (organization_id, word, vehicle_id),
  foreign key (organization_id, vehicle_id) references vehicles (organization_id, id) on delete cascade
);
create index vehicle_words_of_one on vehicle_words (organization_id, vehicle_id);
call fence_by_organization('vehicle_words');

-- Groups of entries of a directory: of vehicles, later of people and doors, so that members are ids without a table.
create table org_groups (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  type text not null,
  name text not null,
  revision integer not null default 1,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index org_groups_name on org_groups (organization_id, type, lower(name collate people));
call fence_by_organization('org_groups');

create table org_group_members (
  organization_id uuid not null,
  group_id uuid not null,
  member_id uuid not null,
  primary key (organization_id, group_id, member_id),
  foreign key (organization_id, group_id) references org_groups (organization_id, id) on delete cascade
);
create index org_groups_of_member on org_group_members (organization_id, member_id);
call fence_by_organization('org_group_members');
