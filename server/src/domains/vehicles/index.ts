export { findVehicles, type VehicleRow } from './vehicles.queries.ts';
