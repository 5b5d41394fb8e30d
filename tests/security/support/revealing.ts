/** Matches texts that no answer may show. */
export const revealing =
  /\bat .*\.ts:\d|node_modules|\b(select|insert into|update) .*\b(from|values|set)\b|syntax error|relation "/i
