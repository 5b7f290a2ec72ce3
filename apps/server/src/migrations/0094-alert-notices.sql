-- When a person was last notified of alerts of a place.
alter table alert_tellings rename to alert_notices;
