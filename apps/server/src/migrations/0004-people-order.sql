-- How people sort: "Gate 9" before "Gate 10", every script in its place.
create collation people (provider = icu, locale = 'und-u-kn-true');

-- A code that the server itself handed to the core on the same machine.
alter table claim_codes add column is_local boolean not null default false;
