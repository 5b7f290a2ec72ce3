-- Parts of galleries had ids that cores refuse. What was to be told of them goes, or nothing after it would ever be told; the next change
-- of people tells all parts anew.
delete from operations where entity = 'faceGallery' and entity_id::text !~ '^.{14}[1-8].{4}[89ab]';
delete from shared_entities where kind = 'faceGallery' and entity_id::text !~ '^.{14}[1-8].{4}[89ab]';
