-- Numbers of a vector don't become smaller by compression: trying it took a third of the time in which faces are put together.
alter table face_clusters alter column sum set storage external;
