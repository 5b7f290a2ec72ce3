-- People whom the organization knows by name.
create table known_people (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  note text not null,
  -- The unsaved person that they were.
  bucket_id uuid,
  -- Where they are recognised, with everything below; empty: everywhere.
  location_ids uuid[] not null,
  -- Rises with what cores are told of them.
  gallery_version integer not null default 1,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index known_people_by_name on known_people (organization_id, (name collate people), id);
call fence_by_organization('known_people');

-- Faces by which they are recognised. Vectors are int8, unit length times 127, compared only within one model.
create table person_faces (
  organization_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  model_id text collate "C" not null,
  vector bytea not null,
  quality real not null,
  source text not null check (source in ('file', 'camera')),
  -- Of a face from a camera.
  event_id uuid,
  camera_id uuid,
  has_picture boolean not null,
  added_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references known_people (organization_id, id) on delete cascade
);
create index on person_faces (organization_id, person_id, quality desc);
call fence_by_organization('person_faces');

-- People whom nobody has named: where their faces lie, as sums of float32, and of how many faces that is made.
create table face_clusters (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  model_id text collate "C" not null,
  sum bytea not null,
  weight real not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index on face_clusters (organization_id, last_seen_at desc, id desc);
call fence_by_organization('face_clusters');

-- Events that have a face to compare, and whose it is: of a person, of an unsaved one, of nobody who could be told apart.
create table face_sightings (
  organization_id uuid not null references organizations (id) on delete cascade,
  event_id uuid not null,
  started_at timestamptz(3) not null,
  camera_id uuid not null,
  model_id text collate "C" not null,
  quality real not null,
  person_id uuid,
  cluster_id uuid,
  -- How like the face of the person, and how much less like that of the next one.
  score real,
  margin real,
  named_by text check (named_by in ('core', 'server', 'person')),
  -- Nobody has looked yet whose it is.
  is_waiting boolean not null,
  -- The face is to be erased, or was: what comes late of it is not kept.
  forgetting_id uuid,
  is_erased boolean not null default false,
  primary key (organization_id, event_id),
  check (num_nonnulls(person_id, cluster_id) <= 1)
);
create index face_sightings_waiting on face_sightings (organization_id, started_at, event_id) where is_waiting;
create index face_sightings_of_person on face_sightings (organization_id, person_id, started_at desc, event_id) include (camera_id)
  where person_id is not null;
create index face_sightings_of_cluster on face_sightings (organization_id, cluster_id, started_at desc, event_id) include (camera_id)
  where cluster_id is not null;
create index face_sightings_of_forgetting on face_sightings (organization_id, forgetting_id) where forgetting_id is not null;
create index face_sightings_of_camera on face_sightings (organization_id, camera_id, started_at);
call fence_by_organization('face_sightings');

-- What was to be forgotten, and what became of it. Who it was is not kept.
create table forgettings (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  cause text not null check (cause in ('person', 'unsaved', 'location', 'organization')),
  location_id uuid,
  -- Faces whose pictures are yet to be erased.
  face_ids uuid[] not null,
  asked_at timestamptz(3) not null,
  done_at timestamptz(3),
  vectors integer not null default 0,
  pictures integer not null default 0,
  sightings integer not null default 0,
  faces integer not null default 0,
  -- Cores that were told then, with the number of the operation by which they are done.
  told jsonb not null default '[]',
  primary key (organization_id, id)
);
create index on forgettings (organization_id, asked_at desc, id desc);
call fence_by_organization('forgettings');
