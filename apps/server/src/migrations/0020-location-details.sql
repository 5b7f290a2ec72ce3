-- What people know of a site beside its name, and two settings of everything that stands there.
alter table locations
  add column city text,
  add column state text,
  add column zip text,
  add column notes text,
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column local_live_stream boolean not null default true,
  add column face_recognition boolean not null default true,
  add constraint locations_coordinates_whole check ((latitude is null) = (longitude is null));
