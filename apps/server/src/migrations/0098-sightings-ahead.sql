-- Clocks of cores that are ahead told of sightings that were still to come, which stayed the last ones.
update vehicles set seen_at = now() where seen_at > now();
update plate_readings set seen_at = now() where seen_at > now();
update unsaved_vehicles set seen_at = now() where seen_at > now();
