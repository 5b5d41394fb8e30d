export const importErrors = {
  import_file_missing: { status: 400, message: 'Elija un archivo' },
  import_file_too_large: { status: 400, message: 'El archivo debe ser de hasta 10 MB' },
  import_file_unknown: { status: 400, message: 'El archivo debe ser de Excel (.xlsx) o CSV' },
  import_file_old: {
    status: 400,
    message: 'Este archivo es de un Excel antiguo o tiene contraseña; guárdelo como .xlsx sin contraseña',
  },
  import_file_broken: { status: 400, message: 'El archivo está dañado o incompleto; vuelva a guardarlo en Excel' },
  import_file_unpacks: {
    status: 400,
    message: 'El archivo es demasiado grande por dentro; copie las filas a un archivo nuevo',
  },
  import_file_hostile: {
    status: 400,
    message: 'El archivo trae contenido que no se admite; copie las filas a un archivo nuevo',
  },
  import_file_web: {
    status: 400,
    message: 'El archivo es una página web con nombre de Excel; ábralo en Excel y guárdelo como .xlsx',
  },
  import_file_slow: { status: 400, message: 'El archivo tarda demasiado en leerse; divídalo, o intente de nuevo' },
  import_quote_open: {
    status: 400,
    message:
      'En la fila {row} hay comillas sin cerrar que se tragan las filas siguientes; corríjalas y suba el archivo de nuevo',
  },
  import_too_many_sheets: { status: 400, message: 'El archivo tiene más de 255 hojas; deje solo las que necesita' },
  import_too_many_rows: { status: 400, message: 'El archivo tiene más de 20,000 filas; divídalo' },
  import_too_many_columns: { status: 400, message: 'El archivo tiene más de 100 columnas; deje solo las que necesita' },
  import_file_empty: { status: 400, message: 'El archivo no tiene filas' },
  import_field_repeated: { status: 400, message: '«{label}» ya está en otra columna' },
  import_field_missing: { status: 400, message: 'Falta una columna: {labels}' },
  import_of_other: {
    status: 403,
    message: 'Solo quien subió el archivo, o un administrador, puede importarlo o detenerlo',
  },
  import_running: { status: 409, message: 'Ya hay una carga en curso: {file}. Espere a que termine' },
  import_not_ready: { status: 409, message: 'Revise antes las columnas de este archivo' },
  import_incomplete: { status: 409, message: 'El archivo no se terminó de leer; súbalo de nuevo' },
  import_already_run: { status: 409, message: 'Esta carga ya se importó' },
  import_not_running: { status: 409, message: 'Esta carga no está en curso' },
  import_not_stoppable: { status: 409, message: 'Una carga de todo o nada no se puede detener' },
  import_has_errors: { status: 409, message: 'Con «Todo o nada» no puede haber filas con error: hay {count}' },
  import_nothing_to_do: { status: 409, message: 'No hay filas que importar' },
  import_sheets_gone: { status: 409, message: 'Esta hoja ya no está; suba el archivo de nuevo' },
  import_not_undoable: { status: 409, message: 'Esta carga ya no se puede deshacer' },
} as const
