const key = 'sightline-home-view';

/** The ways to look at the devices, each with an address of its own below `/location`. */
export const homeViews = ['home', 'list', 'map', 'floors'] as const;

export type HomeView = (typeof homeViews)[number];

/** The view that was looked at last in this browser; Home at first, and where nothing can be kept. */
export const keptHomeView = (): HomeView => {
  try {
    const kept = localStorage.getItem(key);
    return homeViews.find((view) => view === kept) ?? 'home';
  } catch (unusable) {
    if (!(unusable instanceof DOMException)) throw unusable;
    return 'home';
  }
};

/** Remembers the view for the next time. */
export const keepHomeView = (view: HomeView): void => {
  try {
    localStorage.setItem(key, view);
  } catch (unusable) {
    if (!(unusable instanceof DOMException)) throw unusable;
  }
};
