-- Kinds of entities that a core takes operations of, as it last said; cores that never said know cameras alone.
alter table edges add column synced_kinds text[] not null default '{camera}';

-- Things that several cores are told, each under revisions of its own: what one core was told last. The fingerprint is of the content
-- without its secrets.
create table shared_entities (
  organization_id uuid not null,
  edge_id uuid not null,
  kind text not null,
  entity_id uuid not null,
  revision integer not null,
  is_wanted boolean not null,
  fingerprint text not null,
  primary key (organization_id, edge_id, kind, entity_id),
  foreign key (organization_id, edge_id) references edges (organization_id, id) on delete cascade
);
call fence_by_organization('shared_entities');

-- The same id of another kind is another entity.
drop index operations_by_entity;
create index operations_by_entity on operations (organization_id, edge_id, entity, entity_id, sequence);
