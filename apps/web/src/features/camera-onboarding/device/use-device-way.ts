import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callKey } from '../../../platform/api/client.ts';
import { firstDetails, settingsOf } from '../more-details.ts';
import { mainStreamOf, proposedProfiles } from './chosen-profiles.ts';

interface Address {
  edgeId: string;
  host: string;
  port: string;
  username: string;
  password: string;
}

const isPortText = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

const firstAddress = (edge: Edge): Address => ({ edgeId: edge.id, host: '', port: '80', username: '', password: '' });

const detailsAt = ({ locationId }: Edge) => ({ ...firstDetails, name: '', locationId, retentionDays: '30' });

const onvifOf = ({ host, port }: Address) => ({ host: host.trim(), port: Number(port) });

const lookAt = (address: Address) => {
  const { edgeId, username, password } = address;
  return call(cameraOnboardingCalls.look, {
    body: { edgeId, ...onvifOf(address), credentials: { username, password } },
  });
};

const createCamera = (
  address: Address,
  {
    device,
    profiles,
    details,
  }: {
    /** What the device said of itself; undefined before it was looked at. */
    device: Awaited<ReturnType<typeof lookAt>> | undefined;
    profiles: { autoConfigure: boolean; chosen: { main: string; sub: string } };
    details: ReturnType<typeof detailsAt>;
  },
) => {
  const { edgeId, username, password } = address;
  const { details: said, delivery } = settingsOf(details, profiles.autoConfigure);
  const mainStream = device ? mainStreamOf(device, profiles.chosen) : null;
  return call(cameraOnboardingCalls.create, {
    body: {
      type: 'onvif',
      edgeId,
      locationId: details.locationId,
      onvif: onvifOf(address),
      credentials: { username, password },
      cameraDetails: { name: details.name.trim(), ...said, ...delivery, mainStream },
      retentionDays: Number(details.retentionDays),
    },
  });
};

/** A camera by the address of its device: what was typed stays when one goes back. */
export const useDeviceWay = (start: {
  edge: Edge;
  onMade: (made: { cameraId: string; clockOffsetMs: number | null }) => void;
}) => {
  const client = useQueryClient();
  const [step, setStep] = useState<'device' | 'details'>('device');
  const [address, setAddress] = useState(() => firstAddress(start.edge));
  const [profiles, setProfiles] = useState({ autoConfigure: true, chosen: { main: '', sub: '' } });
  const [details, setDetails] = useState(() => detailsAt(start.edge));
  const look = useMutation({
    mutationFn: () => lookAt(address),
    onSuccess: (device) => {
      setProfiles({ autoConfigure: true, chosen: proposedProfiles(device) });
      setDetails((before) => ({
        ...before,
        name: before.name === '' ? `${device.manufacturer} ${device.model}`.trim().slice(0, 120) : before.name,
      }));
      setStep('details');
    },
  });
  const create = useMutation({
    mutationFn: () => createCamera(address, { device: look.data, profiles, details }),
    onSuccess: async ({ camera }) => {
      await client.invalidateQueries({ queryKey: callKey(camerasCalls.list) });
      start.onMade({ cameraId: camera.id, clockOffsetMs: look.data?.clockOffsetMs ?? null });
    },
  });
  const chooseEdge = (edge: Edge): void => {
    setAddress((before) => ({ ...before, edgeId: edge.id }));
    setDetails((before) => ({ ...before, locationId: edge.locationId }));
  };
  return {
    step,
    setStep,
    address,
    setAddress,
    chooseEdge,
    isPort: isPortText(address.port),
    profiles,
    setProfiles,
    details,
    setDetails,
    look,
    create,
  };
};

export type DeviceWay = ReturnType<typeof useDeviceWay>;
