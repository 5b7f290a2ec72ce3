/** Columns by which the table of sites is put in order. */
export const siteSorts = ['name', 'status', 'cameras', 'cores', 'address'] as const;

export type SiteSort = (typeof siteSorts)[number];
