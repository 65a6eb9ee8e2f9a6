import type { ReloadRule, Surroundings } from '../config/index.ts'
import { type FollowingGateway, followConfig, type GatewayParts } from '../gateway/index.ts'
import { FleetNode, type NodeOptions } from './node.ts'

/** How a gateway of a fleet is run. */
export interface FleetGatewayOptions extends Omit<NodeOptions, 'role' | 'onOpen' | 'onTick' | 'onMessage'> {
  readonly parts: Omit<GatewayParts, 'countMistakes' | 'shared' | 'standing' | 'gauges'>
  readonly rules: readonly ReloadRule[]
}

/** A gateway of a fleet. */
export interface FleetGateway {
  readonly following: FollowingGateway
  readonly node: FleetNode
  /** Follows neither the file nor the fleet any longer; the gateway runs on. */
  stop(): Promise<void>
}

/** Starts a gateway that follows the revisions of its fleet, and its own file. */
export async function followFleet(options: FleetGatewayOptions): Promise<FleetGateway> {
  const { file, surroundings, parts, rules } = options
  const node = new FleetNode({ ...options, role: 'gateway' })
  await node.open()
  try {
    const following = await followConfig(file, {
      parts: { ...parts, standing: () => ({ ...node.standing }), gauges: gaugesOf(node) },
      surroundings,
      rules,
      read: (_path: string, _around: Surroundings | undefined) => node.config(),
    })
    node.follow(async () => {
      const { state, mistakes } = await following.reload()
      const isInEffect = state !== 'refused' && state !== 'left'
      const why = state === 'left' ? ['Its `reload` does not allow this change.'] : mistakes
      return { isInEffect, mistakes: why }
    })
    return {
      following,
      node,
      async stop() {
        await Promise.all([following.stop(), node.close()])
      },
    }
  } catch (error) {
    await node.close()
    throw error
  }
}

function gaugesOf(node: FleetNode): NonNullable<GatewayParts['gauges']> {
  return [
    {
      name: 'fleet_revision',
      help: 'The revision of the config of the fleet that is in effect; 0 for the own file.',
      read: () => node.standing.revision ?? 0,
    },
    {
      name: 'fleet_database_up',
      help: 'Whether the database of the fleet is reached.',
      read: () => (node.standing.database === 'reached' ? 1 : 0),
    },
    {
      name: 'fleet_database_losses',
      help: 'How often the database of the fleet was lost since the start.',
      read: () => node.losses,
    },
  ]
}
