export { findVehicles, lockVehicles, type VehicleRow } from './vehicles.queries.ts';
