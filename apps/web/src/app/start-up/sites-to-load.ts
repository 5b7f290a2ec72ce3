/** Pages that draw every site, and those from which people come to one. */
const withTree = /^\/($|auth(\/|$)|splash(\/|$)|location\/(home|map|floors)(\/|$))/;

/** What the page at an address needs of the sites before it can be drawn: the whole tree, or only that they can be read. */
export const sitesToLoad = ({ pathname, search }: { pathname: string; search: string }): 'tree' | 'first' => {
  const isListOfSites = pathname === '/location/list' && new URLSearchParams(search).get('of') === 'sites';
  return isListOfSites || withTree.test(pathname) ? 'tree' : 'first';
};
