import { cameraPagesCalls } from '@sightline/contracts/camera-pages/camera-pages.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callKey, callQuery } from '../../platform/api/client.ts';
import { currentLanguage } from '../../platform/i18n/i18n.ts';

/** They end by themselves, and nobody tells. */
const checkAgainMs = 5_000;

/** Ways to the page of a camera that this session has open. */
export const openCameraPages = (cameraId: string) => ({
  ...callQuery(cameraPagesCalls.list, { params: { id: cameraId } }),
  refetchInterval: ({ state }: { state: { data?: { items: unknown[] } | undefined } }) =>
    (state.data?.items.length ?? 0) > 0 ? checkAgainMs : false,
});

const useListAgain = (cameraId: string): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: callKey(cameraPagesCalls.list, { params: { id: cameraId } }) });
};

/** An empty tab, opened while the press still counts; what it shows later cannot reach back. */
function emptyTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab !== null) tab.opener = null;
  return tab;
}

/** Opens the page of a camera in a tab of its own. Answers the address when the browser opened no tab. */
export const useOpenCameraPage = (cameraId: string) => {
  const listAgain = useListAgain(cameraId);
  return useMutation({
    mutationFn: async ({ acceptCertificate }: { acceptCertificate?: string }): Promise<string | null> => {
      const tab = emptyTab();
      try {
        const body = { lang: currentLanguage(), ...(acceptCertificate === undefined ? {} : { acceptCertificate }) };
        const { url } = await call(cameraPagesCalls.open, { params: { id: cameraId }, body });
        tab?.location.replace(url);
        return tab === null ? url : null;
      } catch (failure) {
        tab?.close();
        throw failure;
      }
    },
    onSettled: listAgain,
  });
};

/** Ends a way to the page of a camera. */
export const useEndCameraPage = (cameraId: string) => {
  const listAgain = useListAgain(cameraId);
  return useMutation({
    mutationFn: (pageId: string) => call(cameraPagesCalls.end, { params: { pageId } }),
    onSettled: listAgain,
  });
};
