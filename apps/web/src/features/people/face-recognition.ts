import { peopleCalls } from '@sightline/contracts/people/people.api';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { toApiError } from '../../platform/api/api-error.ts';
import { callQuery } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { useMay } from '../../platform/session/may.ts';
import { chosenLocation } from '../../platform/state/chosen-location.ts';

const recognitionAt = (locationId: string | null) =>
  callQuery(peopleCalls.recognition, { query: locationId === null ? {} : { locationId } });

/** Whether faces are recognised at the location that is chosen, or at any while none is. */
export async function isRecognitionOn(): Promise<boolean> {
  const { id } = chosenLocation.getState();
  try {
    return (await queryClient.fetchQuery(recognitionAt(id))).isOn;
  } catch (failure) {
    // Of a location that is gone nothing is left to choose; whatever else fails is said by the page itself.
    if (toApiError(failure).code !== 'not_found' || id === null) return true;
    chosenLocation.setState({ id: null });
    return isRecognitionOn();
  }
}

/** The same for menus; true until it is known, so that nothing comes and goes while a page opens. */
export function useFaceRecognition(): boolean {
  const mayKnow = useMay('OrganizationDatabasePeopleDirectory');
  const id = useStore(chosenLocation, (state) => state.id);
  const { data } = useQuery({ ...recognitionAt(id), enabled: mayKnow });
  return data?.isOn !== false;
}
