-- Until when the gateway's store was read, since when its events do not reach this server, and for which number chats count as known.
alter table whatsapp_sessions add column compared_at timestamptz;
comment on column whatsapp_sessions.compared_at is 'Comparado: Hasta cuándo se leyó lo que guarda la pasarela';
alter table whatsapp_sessions add column deaf_since timestamptz;
comment on column whatsapp_sessions.deaf_since is 'Sin eventos desde: Cuándo se notó que los eventos de la pasarela no llegan';
alter table whatsapp_sessions add column known_for text;
comment on column whatsapp_sessions.known_for is 'Conocidos de: Número de la empresa con el que los clientes ya conversaron';
update whatsapp_sessions set compared_at = case when linked_at is not null then clock_timestamp() end, known_for = linked_phone;
