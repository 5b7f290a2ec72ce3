-- Uniforms that an organization knows, each with the judge that was learnt from its examples. `same_count` and the three after
-- it: what the judge said of examples that were held back from it. Events from before the training are looked through from
-- `trained_at` backwards; they were, until `looked_at` (null: all of them); the oldest was of `oldest_at`.
create table uniforms (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  model_id text collate "C" not null,
  judge jsonb not null,
  same_count integer not null,
  found_count integer not null,
  other_count integer not null,
  mistaken_count integer not null,
  trained_at timestamptz(3) not null,
  looked_at timestamptz(3),
  oldest_at timestamptz(3),
  primary key (organization_id, id)
);
create index uniforms_by_name on uniforms (organization_id, (name collate people), id);
call fence_by_organization('uniforms');

-- Events that were marked in the training of a uniform. They go with the event; the look itself stands with it alone.
create table uniform_examples (
  organization_id uuid not null,
  uniform_id uuid not null,
  event_id uuid not null,
  started_at timestamptz(3) not null,
  camera_id uuid not null,
  is_same boolean not null,
  primary key (organization_id, uniform_id, event_id),
  foreign key (organization_id, uniform_id) references uniforms (organization_id, id) on delete cascade
);
create index uniform_examples_of_event on uniform_examples (organization_id, event_id);
create index uniform_examples_of_camera on uniform_examples (organization_id, camera_id, started_at);
call fence_by_organization('uniform_examples');

-- Events of people who wear a uniform, as its judge says.
create table uniform_sightings (
  organization_id uuid not null,
  uniform_id uuid not null,
  event_id uuid not null,
  started_at timestamptz(3) not null,
  camera_id uuid not null,
  score real not null,
  primary key (organization_id, uniform_id, event_id),
  foreign key (organization_id, uniform_id) references uniforms (organization_id, id) on delete cascade
);
create index uniform_sightings_by_time on uniform_sightings (organization_id, uniform_id, started_at, event_id) include (camera_id);
create index uniform_sightings_of_event on uniform_sightings (organization_id, event_id);
create index uniform_sightings_of_camera on uniform_sightings (organization_id, camera_id, started_at);
call fence_by_organization('uniform_sightings');

-- Groups of people in clothes that are alike and belong to no uniform: where their looks lie, as a sum of float32.
create table clothing_groups (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  model_id text collate "C" not null,
  sum bytea not null,
  weight real not null,
  last_seen_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index clothing_groups_by_sight on clothing_groups (organization_id, last_seen_at, id);
call fence_by_organization('clothing_groups');

-- Events whose clothes are in a group; those with no group wait for being put to one.
create table clothing_sightings (
  organization_id uuid not null references organizations (id) on delete cascade,
  event_id uuid not null,
  started_at timestamptz(3) not null,
  camera_id uuid not null,
  group_id uuid,
  primary key (organization_id, event_id)
);
create index clothing_sightings_waiting on clothing_sightings (organization_id, started_at, event_id) where group_id is null;
create index clothing_sightings_of_group on clothing_sightings (organization_id, group_id, started_at desc, event_id) include (camera_id)
  where group_id is not null;
create index clothing_sightings_of_camera on clothing_sightings (organization_id, camera_id, started_at);
call fence_by_organization('clothing_sightings');

-- A training that somebody has open, with the images that are to be marked.
create table uniform_trainings (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id text not null,
  uniform_id uuid,
  group_id uuid,
  opened_at timestamptz(3) not null,
  primary key (organization_id, id)
);
call fence_by_organization('uniform_trainings');

create table uniform_training_images (
  organization_id uuid not null,
  training_id uuid not null,
  event_id uuid not null,
  started_at timestamptz(3) not null,
  camera_id uuid not null,
  place integer not null,
  origin text not null,
  mark text,
  primary key (organization_id, training_id, event_id),
  foreign key (organization_id, training_id) references uniform_trainings (organization_id, id) on delete cascade
);
call fence_by_organization('uniform_training_images');
