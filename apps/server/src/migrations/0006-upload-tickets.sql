-- What the server itself counted of a file that a core sent; the core's own sum must be equal.
alter table exports add column received_sha256 text;

-- The right to send one file, asked before its organization is known; therefore not fenced. Only hashes are kept.
create table upload_tickets (
  token_hash bytea primary key,
  organization_id uuid not null,
  export_id uuid not null,
  expires_at timestamptz(3) not null
);
create index on upload_tickets (export_id);
