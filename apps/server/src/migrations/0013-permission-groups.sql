-- Rises with everything that changes what somebody may do here: rights that were read once are known by it to be old.
alter table organizations add column rights_revision bigint not null default 1;

create function bump_rights() returns trigger
language plpgsql as $$
begin
  update organizations set rights_revision = rights_revision + 1 where id in (select organization_id from touched);
  return null;
end
$$;
create procedure bump_rights_by(rights_table regclass)
language plpgsql as $$
begin
  execute format('create trigger bump_inserted after insert on %s referencing new table as touched for each statement execute function bump_rights()', rights_table);
  execute format('create trigger bump_updated after update on %s referencing new table as touched for each statement execute function bump_rights()', rights_table);
  execute format('create trigger bump_deleted after delete on %s referencing old table as touched for each statement execute function bump_rights()', rights_table);
end
$$;

-- Direct grants can lie on any kind of thing, as those of groups do. Null: the whole organization.
alter table grants drop constraint grants_organization_id_location_id_fkey;
alter table grants rename column location_id to entity_id;
alter table grants add column entity_kind text not null default 'organization';

create table permission_groups (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  -- Holds everything, also what later versions add; its people can be changed, it cannot.
  is_administrators boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index permission_groups_name on permission_groups (organization_id, lower(name));
create unique index permission_groups_administrators on permission_groups (organization_id) where is_administrators;
call fence_by_organization('permission_groups');

create table group_grants (
  organization_id uuid not null,
  group_id uuid not null,
  permission text not null,
  entity_kind text not null check (entity_kind in ('organization', 'location', 'core', 'camera')),
  entity_id uuid,
  check ((entity_kind = 'organization') = (entity_id is null)),
  unique nulls not distinct (organization_id, group_id, permission, entity_id),
  foreign key (organization_id, group_id) references permission_groups (organization_id, id) on delete cascade
);
call fence_by_organization('group_grants');

create table group_users (
  organization_id uuid not null,
  group_id uuid not null,
  user_id text not null,
  primary key (organization_id, group_id, user_id),
  foreign key (organization_id, group_id) references permission_groups (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
);
create index on group_users (organization_id, user_id);
call fence_by_organization('group_users');

-- Another organization whose people may help here until a time.
create table support_access (
  organization_id uuid not null references organizations (id) on delete cascade,
  helper_organization_id uuid not null references organizations (id) on delete cascade,
  access_until timestamptz(3) not null,
  accepted_at timestamptz(3) not null default now(),
  accepted_by text not null,
  primary key (organization_id, helper_organization_id),
  check (organization_id <> helper_organization_id)
);
create index on support_access (helper_organization_id);
call fence_by_organization('support_access');
-- A helper sees where the own organizations may help.
create policy helper on support_access for select
  using (helper_organization_id in (select m.organization_id from memberships m where m.user_id = current_person()));
create policy helped on organizations for select
  using (
    exists (select 1 from support_access s join memberships m on m.organization_id = s.helper_organization_id
      where s.organization_id = id and m.user_id = current_person())
    -- Who is helped sees the name of who helps.
    or exists (select 1 from support_access s where s.organization_id = current_organization() and s.helper_organization_id = id)
  );

create table group_organizations (
  organization_id uuid not null,
  group_id uuid not null,
  helper_organization_id uuid not null,
  primary key (organization_id, group_id, helper_organization_id),
  foreign key (organization_id, group_id) references permission_groups (organization_id, id) on delete cascade,
  foreign key (organization_id, helper_organization_id) references support_access (organization_id, helper_organization_id) on delete cascade
);
create index on group_organizations (organization_id, helper_organization_id);
call fence_by_organization('group_organizations');

-- When accesses end, for the sweeper, which works for all organizations and therefore sees ids and times only.
create table support_ends (
  organization_id uuid not null,
  helper_organization_id uuid not null,
  ends_at timestamptz(3) not null,
  primary key (organization_id, helper_organization_id),
  foreign key (organization_id, helper_organization_id) references support_access (organization_id, helper_organization_id) on delete cascade
);
create index on support_ends (ends_at);

create table invites (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('user', 'support')),
  email text not null,
  role text,
  group_ids uuid[] not null default '{}',
  lang text not null,
  invited_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  access_until timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, kind, email)
);
call fence_by_organization('invites');

-- Links that were mailed: only hashes, one for each invitation. Not fenced, for who follows one is in no organization yet.
create table invite_links (
  token_hash bytea primary key,
  organization_id uuid not null,
  invite_id uuid not null,
  unique (organization_id, invite_id),
  foreign key (organization_id, invite_id) references invites (organization_id, id) on delete cascade
);

-- Organizations that are gone, until their files are, too; who deleted them stays known.
create table deleted_organizations (
  organization_id uuid primary key,
  name text not null,
  deleted_by text not null,
  deleted_at timestamptz(3) not null default now(),
  files_removed_at timestamptz(3)
);

-- The migration runs as the owner, whom the fence binds as well.
alter table organizations no force row level security;
alter table memberships no force row level security;
alter table grants no force row level security;
alter table permission_groups no force row level security;
alter table group_users no force row level security;

update grants set entity_kind = 'location' where entity_id is not null;
-- What deleting took so far was the right to edit.
insert into grants (organization_id, id, user_id, permission, entity_kind, entity_id)
select organization_id, gen_random_uuid(), user_id, case permission when 'LocationEdit' then 'LocationDelete' else 'CoreDelete' end, entity_kind, entity_id
from grants where permission in ('LocationEdit', 'CoreEdit');
insert into permission_groups (organization_id, id, name, is_administrators)
select id, gen_random_uuid(), 'Administrators', true from organizations;
-- Whoever was given everything that there was is an administrator.
insert into group_users (organization_id, group_id, user_id)
select g.organization_id, p.id, g.user_id
from grants g join permission_groups p on p.organization_id = g.organization_id
where g.entity_id is null and g.permission in ('OrganizationEdit', 'UserManage', 'AuditView', 'LocationCreate', 'LocationView', 'LocationEdit', 'CoreView',
  'CoreCreate', 'CoreEdit', 'CameraView', 'PlaybackView', 'CameraCreate', 'CameraEdit', 'CameraDelete', 'ExportCreate')
group by g.organization_id, p.id, g.user_id having count(distinct g.permission) = 15;
delete from grants g using group_users u where u.organization_id = g.organization_id and u.user_id = g.user_id;

alter table organizations force row level security;
alter table memberships force row level security;
alter table grants force row level security;
alter table permission_groups force row level security;
alter table group_users force row level security;

call bump_rights_by('grants');
call bump_rights_by('memberships');
call bump_rights_by('permission_groups');
call bump_rights_by('group_grants');
call bump_rights_by('group_users');
call bump_rights_by('support_access');
call bump_rights_by('group_organizations');
