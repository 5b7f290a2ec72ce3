-- The organization of the running transaction; null outside of one, and then no row of any tenant is visible.
create function current_organization() returns uuid
language sql stable
return nullif(current_setting('app.organization_id', true), '')::uuid;

create function current_person() returns text
language sql stable
return nullif(current_setting('app.user_id', true), '');

-- Second fence: rows of other organizations do not exist for the application, whatever a query forgets.
create procedure fence_by_organization(tenant_table regclass)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format(
    'create policy tenant on %s using (organization_id = current_organization()) with check (organization_id = current_organization())',
    tenant_table
  );
end
$$;

create table organizations (
  id uuid primary key,
  name text not null,
  color text not null,
  created_at timestamptz(3) not null default now(),
  revision integer not null default 1
);

create table memberships (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id)
);
create index on memberships (user_id);
call fence_by_organization('memberships');
-- A person sees the own memberships before any organization is chosen.
create policy own on memberships for select using (user_id = current_person());

alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations using (id = current_organization()) with check (id = current_organization());
create policy own on organizations for select
  using (exists (select 1 from memberships m where m.organization_id = id and m.user_id = current_person()));

create table locations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  parent_id uuid,
  -- Ancestors from the root down to this row itself: inherited grants are one array overlap.
  path uuid[] not null,
  name text not null,
  time_zone text not null,
  address text,
  created_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, parent_id) references locations (organization_id, id)
);
create index on locations (organization_id, parent_id);
call fence_by_organization('locations');

create table grants (
  organization_id uuid not null,
  id uuid not null,
  user_id text not null,
  permission text not null,
  -- Null: the whole organization.
  location_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, user_id, permission, location_id),
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade,
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
call fence_by_organization('grants');

create table audit_entries (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  at timestamptz(3) not null default now(),
  user_id text,
  session_id text,
  action text not null,
  entity_kind text not null,
  entity_id uuid,
  data jsonb not null default '{}',
  primary key (organization_id, id)
);
call fence_by_organization('audit_entries');

-- What happened, written with the change itself and published after commit. Not fenced: the sweeper reads all of it.
create table changes (
  id uuid primary key,
  organization_id uuid not null,
  actor_session_id text,
  event jsonb not null,
  created_at timestamptz(3) not null default now(),
  published_at timestamptz(3)
);
create index on changes (created_at) where published_at is null;

-- Messages between server processes that are too long for a notification. Their loss costs one refetch.
create unlogged table bus_messages (
  id uuid primary key,
  body text not null,
  created_at timestamptz(3) not null default now()
);
