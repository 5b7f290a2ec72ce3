-- What each person has seen of what needed somebody, as far as the server knew it then.
create table attention_seen (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id text not null,
  item_key text not null,
  seen_until timestamptz(3) not null,
  noted_at timestamptz(3) not null,
  primary key (organization_id, user_id, item_key)
);
call fence_by_organization('attention_seen');

create index gaps_by_arrival on gaps (organization_id, received_at);
