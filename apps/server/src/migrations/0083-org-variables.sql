-- Typed settings of an organization. A name is there once, in whatever case it is written.
create table org_variables (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  type text not null check (type in ('string', 'int', 'float', 'json')),
  value jsonb not null,
  revision integer not null default 1,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index org_variables_name on org_variables (organization_id, lower(name collate people));
call fence_by_organization('org_variables');

-- What became of each of them. Lines of deleted ones stay: nobody could say otherwise what once held.
create table org_variable_changes (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  variable_id uuid not null,
  name text not null,
  deed text not null check (deed in ('create', 'update', 'remove')),
  type text not null check (type in ('string', 'int', 'float', 'json')),
  value jsonb not null,
  at timestamptz(3) not null,
  changed_by text,
  primary key (organization_id, id)
);
create index org_variable_changes_of_one on org_variable_changes (organization_id, variable_id, id);
call fence_by_organization('org_variable_changes');
