import { Counter, type Registry } from 'prom-client';

const routesAtMost = 300;
const other = 'other';

export interface PageViews {
  /** Counts a view of a route as the router declares it; what could be an id is not kept. */
  count(route: string): void;
}

/** Page views as figures for whoever runs the installation: by route, without people, places or ids; nothing leaves the house. */
export function createPageViews(registry: Registry): PageViews {
  const views = new Counter({
    name: 'sightline_page_views_total',
    help: 'Page views by route',
    labelNames: ['route'],
    registers: [registry],
  });
  const known = new Set<string>();
  return {
    count: (route) => {
      const isRoute = /^\/[a-zA-Z/$_-]{0,100}$/.test(route);
      if (isRoute && known.size < routesAtMost) known.add(route);
      views.inc({ route: isRoute && known.has(route) ? route : other });
    },
  };
}
