-- Everything of a camera that is set beyond its streams, its retention and what its core looks for. What is absent has its default.
alter table cameras add column settings jsonb not null default '{}';
-- Where the camera answers ONVIF; null when it is known by its streams alone.
alter table cameras
  add column onvif_host text,
  add column onvif_port integer check (onvif_port between 1 and 65535),
  add constraint cameras_onvif_whole check ((onvif_host is null) = (onvif_port is null));
-- A hosted core runs beside the server, so its cameras stand somewhere else: each has a place of its own.
alter table edges add column hosted boolean not null default false;
alter table cameras
  add column address text,
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint cameras_coordinates_whole check ((latitude is null) = (longitude is null));
-- Recognition that the organization allows at all; what is absent is allowed.
alter table organizations add column analytics_switches jsonb not null default '{}';
-- Searches leave these cameras out; nearly always there is none.
create index cameras_not_searched on cameras (organization_id) where settings -> 'cameraSearchSettings' ->> 'isSearchable' = 'false';
create index cameras_not_compared on cameras (organization_id)
  where settings -> 'cameraSearchSettings' ->> 'comparesLooks' = 'false' or settings -> 'cameraSearchSettings' ->> 'comparesFaces' = 'false';
