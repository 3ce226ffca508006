//! `fewest explore` and `fewest map`: folders of layers, several processes, Parquet files and maps.

mod foreign;
mod map;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "cluster")]
mod together;
mod work;
