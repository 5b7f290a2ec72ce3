-- Which vehicles cores know by their plates is told in 256 parts, by a hash of the plate with confusable signs folded: a core
-- finds the part of what it read by the same hash (apps/edge/src/capabilities/identify/known-vehicles.ts).
alter table vehicles add column part smallint not null
  generated always as (get_byte(decode(md5(confused), 'hex'), 0)::smallint) stored;
create index vehicles_of_part on vehicles (organization_id, part);

-- What is told of a part is another thing under each version. A part is never deleted, so that no version comes twice.
create table vehicle_parts (
  organization_id uuid not null references organizations (id) on delete cascade,
  part smallint not null,
  version bigint not null,
  primary key (organization_id, part)
);
insert into vehicle_parts (organization_id, part, version) select distinct organization_id, part, 1 from vehicles;
call fence_by_organization('vehicle_parts');
