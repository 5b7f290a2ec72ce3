-- What happens in an organization, and the fields that come with it. A name is there once, in whatever case it is written.
create table event_tags (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  video_length integer not null check (video_length between 10 and 180),
  fields jsonb not null,
  revision integer not null default 1,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index event_tags_name on event_tags (organization_id, lower(name collate people));
call fence_by_organization('event_tags');

create table youtube_links (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);
call fence_by_organization('youtube_links');
