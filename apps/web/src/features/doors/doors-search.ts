/** What the address of the page holds: the search, and the unsaved door (by its instant) whose dialog is open. */
export interface DoorsSearch {
  search?: string | undefined;
  ts?: number | undefined;
}
