-- A core whose disk was brought back from a copy says some things anew under other numbers: they are found by when they happened.
create index core_notices_by_words on core_notices (organization_id, edge_id, at, md5(detail));
