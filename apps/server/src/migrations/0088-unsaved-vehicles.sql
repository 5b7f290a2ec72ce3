-- Plates as they were read, each with how often: one row for each reading, written with the events. `is_pending`: it was read
-- since readings were last put together.
create table plate_readings (
  organization_id uuid not null references organizations (id) on delete cascade,
  plate text collate "C" not null,
  confused text collate "C" not null,
  count integer not null,
  score real not null,
  seen_at timestamptz(3) not null,
  edge_id uuid not null,
  camera_id uuid not null,
  event_id uuid not null,
  is_pending boolean not null,
  primary key (organization_id, plate)
);
create index plate_readings_alike on plate_readings (organization_id, confused);
create index plate_readings_pending on plate_readings (organization_id, confused) where is_pending;
call fence_by_organization('plate_readings');

-- Vehicles that nobody saved: readings that differ in confusable signs alone, under the plate that was read most often. One
-- with `vehicle_id` is saved; one that is `part_of` another lost its first or last sign.
create table unsaved_vehicles (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  confused text collate "C" not null,
  plate text collate "C" not null,
  count integer not null,
  seen_at timestamptz(3) not null,
  edge_id uuid not null,
  camera_id uuid not null,
  event_id uuid not null,
  vehicle_id uuid,
  part_of uuid,
  primary key (organization_id, id)
);
create unique index unsaved_vehicles_confused on unsaved_vehicles (organization_id, confused);
create index unsaved_vehicles_by_sight on unsaved_vehicles (organization_id, seen_at, id)
  where vehicle_id is null and part_of is null;
create index unsaved_vehicles_part_of on unsaved_vehicles (organization_id, part_of) where part_of is not null;
call fence_by_organization('unsaved_vehicles');

-- Words go with their vehicle in the change that deletes it: asking for the vehicle of each word takes longer than writing it.
alter table vehicle_words drop constraint vehicle_words_organization_id_vehicle_id_fkey;
alter table vehicle_words add foreign key (organization_id) references organizations (id) on delete cascade;
