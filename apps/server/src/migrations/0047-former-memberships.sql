-- The organization that a person was in last. Who is in none any more is told so, with its name as it was known to them.
create table former_memberships (
  user_id text primary key references auth."user" (id) on delete cascade,
  organization_name text not null,
  ended_at timestamptz(3) not null default now()
);
