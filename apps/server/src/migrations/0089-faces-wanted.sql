-- Whether faces are looked for at a location: where the location wants it, and the organization allows it at all.
create function faces_wanted(place locations) returns boolean language sql stable as $$
  select place.face_recognition and coalesce(
    (select (o.analytics_switches ->> 'faceRecognition')::boolean from organizations o where o.id = place.organization_id), true)
$$;
