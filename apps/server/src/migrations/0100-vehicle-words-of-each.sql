-- Whether a vehicle holds a word is answered by the index alone: a search asks it of thousands.
create index vehicle_words_of_each on vehicle_words (organization_id, vehicle_id, word);
drop index vehicle_words_of_one;
