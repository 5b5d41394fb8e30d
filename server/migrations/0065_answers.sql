-- What clients wrote that may ask for no more messages, until staff say; and since when answers may have been missed.
alter table clients add column opt_out_text text check (length(opt_out_text) between 1 and 300);
comment on column clients.opt_out_text is 'Quizá pidió la baja: Lo que escribió, hasta que el personal diga';
alter table chat_aliases add column opt_out_text text check (length(opt_out_text) between 1 and 300);
alter table whatsapp_sessions add column missed_since timestamptz;
comment on column whatsapp_sessions.missed_since is 'Sin leer desde: Desde cuándo pudo llegar una respuesta que no se leyó';
