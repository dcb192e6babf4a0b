//! `inet` and `cidr`: family, bits of the network, whether it is a network, and the address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::error::Fault;

/// The server's own numbers of the families, whatever its machine has.
const IPV4: u8 = 2;
const IPV6: u8 = 3;

/// Appends the address that `text` writes, with `/bits` of a network or without. With `is_cidr` it must be a network:
/// no bit of it is set behind those.
pub(crate) fn from_text(text: &str, is_cidr: bool, out: &mut Vec<u8>) -> Result<(), Fault> {
    let expected = if is_cidr { "a network address" } else { "an internet address" };
    let fault = |detail: String| Fault::new(text, expected, detail);
    let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
    let address = address.parse::<Ipv4Addr>().map(IpAddr::V4);
    let address =
        address.or_else(|_| text.split('/').next().unwrap_or("").parse::<Ipv6Addr>().map(IpAddr::V6));
    let address = address.map_err(|_| fault("the forms are 192.0.2.1 and 2001:db8::1".to_owned()))?;
    let (family, most) = match address {
        IpAddr::V4(_) => (IPV4, 32),
        IpAddr::V6(_) => (IPV6, 128),
    };
    let bits = match bits {
        None => most,
        Some(bits) => bits
            .parse::<u8>()
            .ok()
            .filter(|value| *value <= most && bits.bytes().all(|digit| digit.is_ascii_digit()))
            .ok_or_else(|| fault(format!("its network has {bits:?} bits, of {most}")))?,
    };
    let value = match address {
        IpAddr::V4(address) => u128::from(address.to_bits()) << 96,
        IpAddr::V6(address) => address.to_bits(),
    };
    if is_cidr && value.checked_shl(bits.into()).unwrap_or(0) != 0 {
        return Err(fault(format!("bits are set behind the first {bits}")));
    }
    out.extend([family, bits, u8::from(is_cidr), most / 8]);
    out.extend(&value.to_be_bytes()[..usize::from(most / 8)]);
    Ok(())
}
