-- The company's own texts for answers in Conversaciones.
create table quick_replies (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  name text not null,
  short_word text not null,
  content text not null,
  order_position int not null,
  is_active boolean not null default true,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  constraint quick_replies_short_word_check check (short_word ~ '^[a-z0-9-]{1,20}$'),
  constraint quick_replies_order_position_check check (order_position between 1 and 999)
);
create unique index quick_replies_company_id_short_word_key on quick_replies (company_id, short_word) where deleted_at is null;

comment on table quick_replies is 'respuestas-rapidas';
comment on column quick_replies.id is 'Id: Identificador de la respuesta rápida';
comment on column quick_replies.name is 'Nombre: Nombre de la respuesta rápida';
comment on column quick_replies.short_word is 'Palabra corta: Lo que se escribe después de /';
comment on column quick_replies.content is 'Texto: Con las variables de las respuestas automáticas';
comment on column quick_replies.order_position is 'Orden: Su lugar entre las respuestas rápidas';
comment on column quick_replies.is_active is 'Activa: Si se ofrece en Conversaciones';
comment on column quick_replies.deleted_at is 'Eliminada: Vacío mientras existe';

-- What companies of before begin with; a new one gets it with its templates.
insert into quick_replies (company_id, order_position, name, short_word, content)
select c.id, r.order_position, r.name, r.short_word, r.content
from companies c, (values
  (1, 'Saludo', 'saludo',
   E'¡Hola! Le saluda {{nombre_empresa}}. ¿En qué le podemos ayudar?'),
  (2, 'Horario', 'horario',
   E'Nuestro horario de atención es:\n{{horario}}\n\nLe esperamos.'),
  (3, 'Dirección en Miami', 'direccion',
   E'Esta es la dirección de su casillero en Miami:\n\n{{direccion}}\n\nPóngala igualita en la tienda, con su número de casillero, para que su paquete nos llegue a su nombre.'),
  (4, 'Cuentas para pagar', 'cuentas',
   E'Puede hacer su transferencia a cualquiera de estas cuentas:\n{{cuentas}}\n\nCuando la haga, mándenos por aquí la foto del comprobante.'),
  (5, 'Ya salió', 'ya-salio',
   E'Hola {{nombre_corto}}, su paquete ya salió de Miami y viene en camino a Nicaragua. Le avisamos en cuanto esté listo para retirar.'),
  (6, 'Falta la factura', 'falta-factura',
   E'Hola {{nombre_corto}}, nos hace falta la factura de su compra para pasarla por aduana. ¿Nos la manda por aquí, en foto o PDF? Tiene que verse qué compró y cuánto le costó.'),
  (7, 'Gracias', 'gracias',
   E'¡Con mucho gusto! Gracias por preferir {{nombre_empresa}}. Cualquier cosa, por aquí estamos a la orden.'),
  (8, 'Un momento', 'un-momento',
   E'Deme un momento, por favor: lo reviso y ya le confirmo.')
) as r (order_position, name, short_word, content);
