-- What people want at hand: of one person in one organization, never read by anybody else.
create table favourites (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id text not null references auth."user" (id) on delete cascade,
  kind text not null check (kind in ('camera', 'location')),
  entity_id uuid not null,
  starred_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id, kind, entity_id)
);
call fence_by_organization('favourites');

create table buildings (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  revision integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id) on delete cascade
);
create index on buildings (organization_id, location_id);
call fence_by_organization('buildings');

create table floors (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  building_id uuid not null,
  name text not null,
  level integer not null,
  -- Metres that the width of the plan stands for.
  width_m double precision not null,
  -- The picture: where it is kept, what it is, its size; none of them, or all.
  plan_key text,
  plan_type text,
  plan_width_px integer,
  plan_height_px integer,
  revision integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, building_id) references buildings (organization_id, id) on delete cascade
);
create index on floors (organization_id, building_id);
call fence_by_organization('floors');

-- A camera stands in one place, hence on one floor.
create table floor_cameras (
  organization_id uuid not null references organizations (id) on delete cascade,
  camera_id uuid not null,
  floor_id uuid not null,
  x double precision not null,
  y double precision not null,
  heading_deg double precision not null,
  fov_deg double precision not null,
  range_m double precision not null,
  primary key (organization_id, camera_id),
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade,
  foreign key (organization_id, floor_id) references floors (organization_id, id) on delete cascade
);
create index on floor_cameras (organization_id, floor_id);
call fence_by_organization('floor_cameras');
