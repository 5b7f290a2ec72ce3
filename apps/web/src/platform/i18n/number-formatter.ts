const made = new Map<string, Intl.NumberFormat>();

/** What writes numbers of a locale. Kept, because making one takes longer than all that it writes on a page. */
export const numberFormatter = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat => {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const formatter = new Intl.NumberFormat(locale, options);
  made.set(key, formatter);
  return formatter;
};
